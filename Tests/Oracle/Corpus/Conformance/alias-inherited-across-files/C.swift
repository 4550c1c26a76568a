class Sub: Middle {}

class Middle: Outer {}

struct Café {}

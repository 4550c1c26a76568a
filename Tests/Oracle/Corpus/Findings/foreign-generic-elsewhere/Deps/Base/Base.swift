// no tribes
public struct Box<Value> {}

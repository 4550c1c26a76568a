// no tribes
public import Nomad

public enum Settings {
  public enum Space {}
}

public protocol Step: Tribe {}

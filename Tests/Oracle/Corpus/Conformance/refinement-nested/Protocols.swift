import Nomad

enum Steps {
  protocol Step: Tribe {}
}

import Nomad

protocol AppTribe: Tribe {}

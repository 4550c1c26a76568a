// no tribes
import Nomad

protocol Step: Tribe {}

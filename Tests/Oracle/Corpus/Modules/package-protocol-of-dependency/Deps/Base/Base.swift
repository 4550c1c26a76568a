// no tribes
package import Nomad

package protocol Step: Tribe {}

package enum Versions {
  package static let one = "1.0.0"
}

import Nomad

enum Core { enum Data { typealias Step = Tribe & Sendable } }
enum Space { typealias Job = Tribe & Sendable }

typealias M = Migrations

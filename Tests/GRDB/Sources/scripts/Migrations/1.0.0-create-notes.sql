-- A note and the log of its changes; the semicolons here end nothing.
CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, "odd;name" TEXT DEFAULT 'a;b');
CREATE TABLE log (entry TEXT);
CREATE TRIGGER note_change AFTER UPDATE ON note BEGIN
  INSERT INTO log VALUES (CASE WHEN new.title = ';' THEN 'END;' ELSE old.title || ';' END);
  INSERT INTO log VALUES ('done');
END;
/* One comment; no nesting in SQLite: /* */
INSERT INTO note (title) VALUES ('it''s; one'), ('two');

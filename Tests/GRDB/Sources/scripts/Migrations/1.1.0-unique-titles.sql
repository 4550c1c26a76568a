UPDATE note SET title = title || '!';

-- Fails if two notes have one title.
CREATE UNIQUE INDEX note_title
  ON note (title);

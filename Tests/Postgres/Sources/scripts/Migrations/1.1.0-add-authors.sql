UPDATE note SET title = title || '!'; SELECT 'ü';

/* The place of an error
   is a place in this file. */
INSERT INTO note
  (id, title)
  SELECT max(id) + 1, 'ü' || max(note.author) FROM note;

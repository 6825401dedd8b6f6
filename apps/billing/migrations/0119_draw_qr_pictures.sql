set local lock_timeout = '5s';

-- The picture of a Pix code follows from the code, and is drawn for each answer: rows are written without one, and get an
-- empty one, which keeps the check of Pix charges and their readers in the release before. Once no process of that release
-- runs, column and check can go.
alter table charges alter column qr_png set default '';

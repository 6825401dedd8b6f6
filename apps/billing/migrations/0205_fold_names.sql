set lock_timeout = '5s';

-- Lower case without the accents of Latin letters, as foldText of libs/core makes it, for what is kept as it was told: a
-- payer's name, a description. An index may be of it.
create function fold_name(text) returns text language sql immutable strict parallel safe as $$
  select lower(translate($1,
    'ÁÀÂÃÄÅáàâãäåÇçÉÈÊËéèêëÍÌÎÏíìîïÑñÓÒÔÕÖóòôõöÚÙÛÜúùûüÝýÿ',
    'AAAAAAaaaaaaCcEEEEeeeeIIIIiiiiNnOOOOOoooooUUUUuuuuYyy'))
$$;

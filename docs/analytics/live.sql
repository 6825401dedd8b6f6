-- After load.sql, what came since the last export: `npm run -s events -- --json --public > events.ndjson`.
insert or ignore into events
select
  id,
  type,
  key,
  time,
  recordedTime,
  coalesce(data -> 'tenant' ->> 'storeId', data -> 'store' ->> 'storeId', data ->> 'storeId'),
  -- JSON leaves out what has its default: false, 0, an empty text.
  coalesce((coalesce(data -> 'tenant' ->> 'devMode', data ->> 'devMode'))::boolean, false),
  data
from read_ndjson('events.ndjson', columns = {
  topic: 'varchar', partition: 'integer', "offset": 'bigint', key: 'varchar', id: 'varchar', type: 'varchar',
  source: 'varchar', time: 'timestamptz', recordedTime: 'timestamptz', data: 'json'
});

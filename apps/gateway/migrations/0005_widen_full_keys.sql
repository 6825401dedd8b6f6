set local lock_timeout = '5s';

-- A key with every permission keeps every permission when new ones are added.
update api_keys
set permissions = permissions || array['STORE:UPDATE', 'EVENT:READ', 'DISPUTE:READ', 'DISPUTE:UPDATE', 'API_KEY:READ',
  'API_KEY:CREATE', 'API_KEY:DELETE', 'MEMBER:READ', 'MEMBER:CREATE', 'MEMBER:UPDATE', 'MEMBER:DELETE',
  'AUDIT_LOG:READ', 'REQUEST_LOG:READ']
where cardinality(permissions) = 26 and revoked_at is null;

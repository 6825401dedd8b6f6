set local lock_timeout = '5s';

-- Whether the endpoint is called with the secret in its query (docs/behaviour/webhooks.md#legacy-secret-query). The endpoint
-- does not contain it.
alter table webhooks add column legacy_secret_query boolean not null default false;

/** The part of a service's configuration that says how to reach its database (databaseConfig of libs/runtime). */
export interface DatabaseSettings {
  readonly DATABASE_URL: string;
  readonly DATABASE_TLS_CA_FILE?: string;
}

/**
 * The address of a service's database, for `connect` and `migrate`. With a file of authorities it asks for TLS, and for a
 * certificate of theirs that names the host, whatever sslmode the given address has. The driver reads the file for every
 * new connection, so that a renewed authority counts while the service runs.
 */
export function buildDatabaseUrl({ DATABASE_URL, DATABASE_TLS_CA_FILE }: DatabaseSettings): string {
  if (DATABASE_TLS_CA_FILE === undefined) return DATABASE_URL;
  const url = new URL(DATABASE_URL);
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', DATABASE_TLS_CA_FILE);
  return url.href;
}

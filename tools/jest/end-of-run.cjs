/**
 * At the end of a run: drops the databases that its workers kept (libs/testing/src/test-database.ts), and forgets the sources
 * that this process has loaded, because --watch runs again in it.
 */
const { Client } = require('pg');
const { forgetSources } = require('./runtime.cjs');

module.exports = async function endOfRun() {
  forgetSources();
  const infra = process.env.PITANGA_TEST_INFRA;
  if (!infra) return;
  const client = new Client({ connectionString: JSON.parse(infra).postgres });
  await client.connect();
  try {
    const { rows } = await client.query(`select format('%I', datname) as name from pg_database where datname like $1`, [
      `%\\_${process.env.PITANGA_TEST_RUN}\\_%`,
    ]);
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
  } finally {
    await client.end();
  }
};

// Lists the accounts at providers that have no owner.
import { runProgram } from '@pitanga/runtime';
import { findUnownedAccounts } from './doctor/account-owners';
import { closeDatabases, openDatabases } from './doctor/databases';

runProgram(async () => {
  const databases = await openDatabases(process.env);
  try {
    const accounts = await findUnownedAccounts(databases);
    console.log(accounts.map(({ text }) => text).join('\n') || 'Every account at a provider has an owner.');
  } finally {
    await closeDatabases(databases);
  }
});

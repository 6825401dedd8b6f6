import { inspect } from 'node:util';
import { Command } from 'commander';
import { registerApiBaseline } from './commands/api-baseline';
import { registerBench } from './commands/bench';
import { registerChaos } from './commands/chaos';
import { registerCheck } from './commands/check';
import { registerCompat } from './commands/compat';
import { registerComposeSecrets } from './commands/compose-secrets';
import { registerCustomers } from './commands/customers';
import { registerKeyPayments } from './commands/key-payments';
import { registerDerive } from './commands/derive';
import { registerImages } from './commands/images';
import { registerImagesCheck } from './commands/images-check';
import { registerK8sCheck } from './commands/k8s-check';
import { registerK8sE2e } from './commands/k8s-e2e';
import { registerKeys, registerPeople, registerStores } from './commands/keys';
import { registerOperations } from './commands/operations';
import {
  registerAsaasAccounts,
  registerPayoutAccounts,
  registerPixAccounts,
  registerStripeAccounts,
} from './commands/pix-accounts';
import { refuseWithoutNeeds } from './commands/needs';
import { registerMutation } from './commands/mutation';
import { registerObservability } from './commands/observability';
import { registerProvidersCheck } from './commands/providers-check';
import { registerOwners } from './commands/owners';
import { registerPrepareStart } from './commands/prepare-start';
import { registerReconcile } from './commands/reconcile';
import { registerSecurity } from './commands/security';
import { plainProblem } from './infra/plain-problem';
import { registerStart } from './commands/start';
import { registerProof, registerTest } from './commands/test';
import { registerTestInfra } from './commands/test-infra';
import { registerTraces } from './commands/traces';
import { isUserError } from '@pitanga/runtime/user-error';

/** Each command registers itself; a new one is a file in commands/ and a line here. */
const commands = [
  registerStart,
  registerPrepareStart,
  registerKeys,
  registerStores,
  registerPeople,
  registerPixAccounts,
  registerStripeAccounts,
  registerPayoutAccounts,
  registerAsaasAccounts,
  registerCustomers,
  registerKeyPayments,
  registerTest,
  registerProof,
  registerCheck,
  registerBench,
  registerChaos,
  registerOperations,
  registerOwners,
  registerReconcile,
  registerProvidersCheck,
  registerSecurity,
  registerDerive,
  registerApiBaseline,
  registerCompat,
  registerMutation,
  registerImages,
  registerImagesCheck,
  registerK8sCheck,
  registerK8sE2e,
  registerComposeSecrets,
  registerObservability,
  registerTestInfra,
  registerTraces,
];

// A terminal that was closed must not keep a command from stopping what it has started.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function main(): Promise<void> {
  const program = new Command('run.cjs').description('The commands behind the scripts of package.json');
  for (const register of commands) register(program);
  refuseWithoutNeeds(process.argv.slice(2));
  await program.parseAsync();
}

main().then(
  // Exits even when a library keeps a timer or a socket.
  () => process.exit(),
  (error: unknown) => {
    // The words of the system may be in a cause.
    console.error(plainProblem(inspect(error)) ?? (isUserError(error) ? error.message : error));
    process.exit(1);
  },
);

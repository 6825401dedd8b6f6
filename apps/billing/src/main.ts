import { loadConfig, runService } from '@pitanga/runtime';
import { runMigrations } from '@pitanga/service';
import { runAsaasSettlementProgram } from './asaas-settlement-program';
import { runSettlementProgram } from './stripe-settlement-program';
import { billingConfig, billingMigrations, createBilling } from './billing';

const settlements = new Map([
  ['asaas-settlement', runAsaasSettlementProgram],
  ['stripe-settlement', runSettlementProgram],
]);
const settlement = settlements.get(process.argv[2] ?? '');

if (process.argv[2] === 'migrate') {
  void runMigrations(billingMigrations, process.env);
} else if (settlement) {
  settlement(loadConfig(billingConfig, process.env), process.argv.slice(3)).then(
    (agrees) => (process.exitCode = agrees ? 0 : 1),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
} else {
  void runService('billing', () => createBilling(loadConfig(billingConfig, process.env)));
}

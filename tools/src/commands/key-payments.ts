import type { Command } from 'commander';
import { registerAdmin } from './admin-program';

export function registerKeyPayments(program: Command): void {
  registerAdmin(
    program,
    'key-payments',
    'list, show, attach or return Pix that no charge asked for (npm run key-payments -- list --help)',
  );
}

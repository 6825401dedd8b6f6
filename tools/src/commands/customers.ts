import type { Command } from 'commander';
import { registerAdmin } from './admin-program';

export function registerCustomers(program: Command): void {
  registerAdmin(
    program,
    'customers',
    'export or erase what is held about a person (npm run customers -- export --help)',
  );
}

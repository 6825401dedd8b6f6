import type { Command } from 'commander';
import { registerAdmin } from './admin-program';

export function registerKeys(program: Command): void {
  registerAdmin(program, 'keys', 'manage API keys: create, list, roll, revoke (npm run keys -- create --help)');
}

export function registerPeople(program: Command): void {
  registerAdmin(
    program,
    'users',
    'people of the dashboard: list, show, erase, reset-second-factor (npm run users -- show --help)',
  );
  registerAdmin(program, 'links', 'links to people, which no mail sends yet: list, show (npm run links -- list)');
}

export function registerStores(program: Command): void {
  registerAdmin(
    program,
    'stores',
    'manage stores: create, list, show, update, close, reopen, invite (npm run stores -- create --help)',
  );
}

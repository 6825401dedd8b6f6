import { join } from 'node:path';
import { migrationSet } from '@pitanga/database';

export const gatewayMigrations = migrationSet(join(__dirname, '../migrations'));

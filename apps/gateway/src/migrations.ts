import { join } from 'node:path';
import { migrationsOf } from '@pitanga/database';

export const gatewayMigrations = migrationsOf(join(__dirname, '../migrations'));

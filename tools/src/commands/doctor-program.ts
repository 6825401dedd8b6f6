// Examines a platform. A program of its own, because it loads every service, for which no other command should wait.
import { isUserError } from '../infra/user-error';
import { defaultDataDir } from '../workspace';
import { runDoctor } from './doctor-examination';

runDoctor(process.argv[2] ?? defaultDataDir).then(
  (isSound) => process.exit(isSound ? 0 : 1),
  (error: unknown) => {
    console.error(isUserError(error) ? error.message : error);
    process.exit(1);
  },
);

import { isConfigError } from './load-config';
import { isUserError } from './user-error';

/**
 * Runs a program that ends by itself, and ends the process when everything it wrote is out, even if a client of it keeps a
 * timer or a socket: with `process.exitCode`, or with 1 after an error. Of an error that the user can do something about
 * only the message is printed.
 */
export function runProgram(main: () => Promise<unknown>): void {
  main().then(
    () => process.stdout.write('', () => process.exit()),
    (error: unknown) => {
      console.error(isUserError(error) || isConfigError(error) ? error.message : error);
      process.exit(1);
    },
  );
}

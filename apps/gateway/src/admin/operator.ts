import { userInfo } from 'node:os';
import { InvalidArgumentError } from 'commander';

/**
 * The name of the account that runs a command: `--as`, PITANGA_OPERATOR, or the account of the operating system. A pod
 * has one account for everybody, so it needs a name.
 * @throws InvalidArgumentError for a name that is none, and for none in a pod
 */
export function operatorName(env: NodeJS.ProcessEnv, as: string | undefined): string {
  const given = as ?? env['PITANGA_OPERATOR'];
  if (given === undefined) {
    const account = env['KUBERNETES_SERVICE_HOST'] === undefined ? accountName() : undefined;
    if (account !== undefined) return account;
    throw new InvalidArgumentError('The audit log needs your name here: give --as <name> or set PITANGA_OPERATOR');
  }
  if (!/^[A-Za-z0-9._@+-]{1,100}$/.test(given)) {
    throw new InvalidArgumentError('The name of the operator should have 1 to 100 letters, digits or . _ @ + -');
  }
  return given;
}

/** Undefined for a user id without an account, as a container may have. */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { rootDir } from '../src/workspace';

interface Job {
  readonly permissions?: Permissions;
  readonly uses?: string;
  readonly steps?: readonly { readonly uses?: string }[];
}
type Permissions = string | Readonly<Record<string, string>>;
interface Workflow {
  readonly permissions?: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(rootDir, '.github/workflows');

function mayGetToken(permissions: Permissions | undefined): boolean {
  return typeof permissions === 'string' ? permissions === 'write-all' : permissions?.['id-token'] === 'write';
}

/** What each job that may ask for an identity token runs of others, as `file: action@version`. */
function actionsWithToken(): readonly string[] {
  return readdirSync(folder).flatMap((file) => {
    const workflow = parse(readFileSync(join(folder, file), 'utf8')) as Workflow;
    return Object.values(workflow.jobs)
      .filter((job) => mayGetToken(job.permissions ?? workflow.permissions))
      .flatMap((job) => [job.uses, ...(job.steps ?? []).map(({ uses }) => uses)])
      .filter((uses) => uses !== undefined && !uses.startsWith('./'))
      .map((uses) => `${file}: ${String(uses)}`);
  });
}

describe('the workflows', () => {
  it('name every action by its commit where it could sign in our name', () => {
    const actions = actionsWithToken();
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/@(sha256:[0-9a-f]{64}|[0-9a-f]{40})$/.test(action))).toEqual([]);
  });
});

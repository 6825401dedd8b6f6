import { randomBytes } from 'node:crypto';
import { readPrivate, writePrivate } from '../account/private-file';

interface Kept {
  readonly secret: string;
  readonly lastEventId?: string | null;
}

type File = Readonly<Record<string, Kept>>;

/** What `listen` keeps of an account between two runs. */
export class ListenState {
  constructor(
    private readonly path: string,
    private readonly name: string,
  ) {}

  /** The secret that events are signed with: made once, and then the same. */
  secret(): string {
    const kept = this.all()[this.name];
    if (kept !== undefined) return kept.secret;
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    this.keep({ secret });
    return secret;
  }

  /** Null when the store had no event yet; undefined before a first run. */
  lastEventId(): string | null | undefined {
    return this.all()[this.name]?.lastEventId;
  }

  cameTo(lastEventId: string | null): void {
    this.keep({ secret: this.secret(), lastEventId });
  }

  private keep(kept: Kept): void {
    writePrivate(this.path, { ...this.all(), [this.name]: kept });
  }

  private all(): File {
    return (readPrivate(this.path) as File | undefined) ?? {};
  }
}

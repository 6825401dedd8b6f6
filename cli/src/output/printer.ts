import pc from 'picocolors';
import type { Colors } from 'picocolors/types';
import type { Terminal } from '../terminal';
import { formatFields, formatTable } from './table';

interface Page {
  readonly data: readonly unknown[];
  readonly pagination: { readonly next: string | null; readonly hasMore: boolean };
}

/** Shows answers: as tables to a person, as JSON to a program. */
export class Printer {
  readonly colors: Colors;

  constructor(
    private readonly terminal: Terminal,
    readonly json: boolean,
  ) {
    const { interactive, env } = terminal;
    // https://no-color.org: any value but the empty one.
    this.colors = pc.createColors(interactive && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb');
  }

  /** A record, or whatever else an operation answers. */
  answer(value: unknown): void {
    if (this.json) this.printJson(value);
    else if (typeof value === 'string') this.terminal.out(value);
    else if (Array.isArray(value)) this.records(value);
    else if (value === null || typeof value !== 'object') this.line(String(value));
    else this.line(formatFields(value, this.colors));
  }

  /** @param more the command of the next page, without its `--after` */
  page({ data, pagination }: Page, more: string): void {
    if (this.json) {
      this.printJson({ data, pagination });
      return;
    }
    this.records(data);
    if (pagination.next !== null) this.note(`More: pitanga ${more} --after ${pagination.next}`);
  }

  /** One record a line. */
  jsonLine(record: unknown): void {
    this.line(JSON.stringify(record));
  }

  line(text: string): void {
    this.terminal.out(`${text}\n`);
  }

  /** What is beside the answer. */
  note(text: string): void {
    this.terminal.err(`${this.colors.dim(text)}\n`);
  }

  private records(records: readonly unknown[]): void {
    if (records.length === 0) this.note('None.');
    else if (typeof records[0] === 'object') this.line(formatTable(records as Record<string, unknown>[], this.colors));
    else this.line(records.map(String).join('\n'));
  }

  private printJson(value: unknown): void {
    this.line(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  }
}

import type { SandboxReport } from './check-sandbox';

/** The report as a file that a person reads and sends to others: it has no secret. */
export function toReportText({ provider, run, tried, notTried, removed, left }: SandboxReport): string {
  const differing = tried.filter(({ difference }) => difference !== undefined);
  const agreeing = tried.filter(({ difference }) => difference === undefined);
  return [
    `# ${provider}: run ${run}`,
    `Every reference that the run made there begins with ${run}, after \`char_\`, \`card_\` or \`tran_\` where it is a boleto, a card or a payout.`,
    section(
      'What differed',
      differing.map(({ port, title, difference = '' }) => `### ${port} ${title}\n\n${fence(difference)}`),
    ),
    section('What is as expected', [list(agreeing.map(({ port, title }) => `${port} ${title}`))]),
    section('What was not tried', [list(notTried)]),
    section('What stays there', [list(left)]),
    `${String(removed)} others are closed, or were never made.`,
  ]
    .join('\n\n')
    .concat('\n');
}

function section(title: string, parts: readonly string[]): string {
  const shown = parts.filter((part) => part !== '');
  return [`## ${title}`, ...(shown.length === 0 ? ['Nothing.'] : shown)].join('\n\n');
}

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
const fence = (text: string): string => ['```', text, '```'].join('\n');

import { CopyButton, UnstyledButton } from '@mantine/core';
import type { Problem } from '../api/problem';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

/** What support asks for, folded away: the code, the API's sentence as it came, and the request's id. */
export function ProblemDetails({ problem }: { readonly problem: Problem }) {
  const say = useWords(commonWords);
  const { code, message, requestId } = problem;
  const lines = [code, message, ...(requestId === undefined ? [] : [`${say('request')}: ${requestId}`])];
  return (
    <details className="problem-details">
      <summary>{say('technical')}</summary>
      {lines.map((line) => (
        <code key={line}>{line}</code>
      ))}
      <CopyButton value={lines.join('\n')} timeout={1500}>
        {({ copied, copy }) => (
          <UnstyledButton aria-live="polite" onClick={copy}>
            {say(copied ? 'copied' : 'copy')}
          </UnstyledButton>
        )}
      </CopyButton>
    </details>
  );
}

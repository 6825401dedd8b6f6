import { useEffect, useRef, useState, type FormEvent } from 'react';
// https://<host>/js/v1/pitanga.d.ts
import type { CardFields, CardToken } from './pitanga';

interface Props {
  readonly publicKey: string;
  readonly language: 'pt-BR' | 'en';
  /** Sends the token's id to your server. */
  readonly onToken: (token: CardToken) => Promise<void>;
}

/** Card fields in React. The page loads https://<host>/js/v1/pitanga.js. */
export function CardForm({ publicKey, language, onToken }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const fields = useRef<CardFields>(null);
  const [isReady, setReady] = useState(false);
  const [problem, setProblem] = useState('');
  const [holderName, setHolderName] = useState('');

  useEffect(() => {
    if (!place.current) return undefined;
    const mounted = window.Pitanga(publicKey).cardFields({ element: place.current, language });
    fields.current = mounted;
    mounted.on('ready', () => setReady(true));
    mounted.on('error', (error) => setProblem(error.message));
    return () => {
      setReady(false);
      mounted.unmount();
    };
  }, [publicKey, language]);

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!fields.current) return;
    setProblem('');
    try {
      await onToken(await fields.current.createToken({ holderName }));
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  return (
    <form onSubmit={pay}>
      <label>
        Nome impresso no cartão
        <input autoComplete="cc-name" value={holderName} onChange={(event) => setHolderName(event.target.value)} />
      </label>
      <div ref={place} />
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" disabled={!isReady}>
        Pagar
      </button>
    </form>
  );
}

import { useEffect, useRef, useState } from 'react';

/**
 * Card fields in React. The page loads https://<host>/js/v1/pitanga.js; `onToken` gets `{ id, brand, lastFour, expiresAt }`
 * and sends the id to your server.
 */
export function CardForm({ publicKey, language, onToken }) {
  const place = useRef(null);
  const fields = useRef(null);
  const [isReady, setReady] = useState(false);
  const [problem, setProblem] = useState('');
  const [holderName, setHolderName] = useState('');

  useEffect(() => {
    const mounted = window.Pitanga(publicKey).cardFields({ element: place.current, language });
    fields.current = mounted;
    mounted.on('ready', () => setReady(true));
    mounted.on('error', (error) => setProblem(error.message));
    return () => {
      setReady(false);
      mounted.unmount();
    };
  }, [publicKey, language]);

  async function pay(event) {
    event.preventDefault();
    setProblem('');
    try {
      await onToken(await fields.current.createToken({ holderName }));
    } catch (error) {
      setProblem(error.message);
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

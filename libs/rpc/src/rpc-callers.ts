import { ServerInterceptingCall, status, type ServerInterceptor } from '@grpc/grpc-js';
import type { Log } from '@pitanga/runtime';

const tellEveryMs = 60_000;

/**
 * Lets in callers whose certificate has one of these DNS names, and refuses every other before its message is read. The
 * authority has signed the names; that one of its certificates was stolen does not open what its service never calls.
 *
 * A stream of calls is checked once, when it begins: all of its calls come from one connection.
 */
export function onlyFrom(names: readonly string[], log: Log): ServerInterceptor {
  const allowed = new Set(names);
  /** When a refused caller was last logged. As many as the authority has signed. */
  const toldAtMs = new Map<string, number>();
  const tell = (shown: string, method: string): void => {
    const nowMs = performance.now();
    if (nowMs - (toldAtMs.get(shown) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return;
    toldAtMs.set(shown, nowMs);
    log.warn({ caller: shown, method }, 'a service that may not call was refused');
  };
  return (method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) => {
        next({
          onReceiveMetadata: (metadata, pass) => {
            const shown = parseDnsNames(call.getAuthContext().sslPeerCertificate?.subjectaltname);
            if (shown.some((name) => allowed.has(name))) {
              pass(metadata);
              return;
            }
            const caller = shown.join(', ') || 'A caller without a name';
            tell(caller, method.path);
            call.sendStatus({ code: status.PERMISSION_DENIED, details: `${caller} may not call this service` });
          },
        });
      },
    });
}

/** As Node prints them: `DNS:billing, DNS:billing.pitanga`; a name with a comma or quote comes quoted and matches none. */
function parseDnsNames(alternativeNames: string | undefined): readonly string[] {
  return (alternativeNames ?? '')
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length));
}

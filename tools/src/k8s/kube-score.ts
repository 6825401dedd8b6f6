/** What kube-score finds of an object; `test` is the id of its check. */
export interface ScoreFinding {
  readonly test: string;
  /** `<kind>/<name>` */
  readonly object: string;
  readonly summary: string;
}

interface ByDesign {
  readonly test: string;
  readonly objects: RegExp;
  readonly summary: string;
  readonly reason: string;
}

/** What it finds and we mean to have. One that it finds no more is a problem too. */
const byDesign: readonly ByDesign[] = [
  {
    test: 'container-image-pull-policy',
    objects: /^(Deployment|StatefulSet|Job|CronJob)\//,
    summary: 'ImagePullPolicy is not set to Always',
    reason: 'images have exact tags or digests, and a pod starts without the registry where its image is already',
  },
  {
    test: 'container-resources',
    objects: /^(Deployment|StatefulSet|Job|CronJob)\//,
    summary: 'CPU limit is not set',
    reason: 'a limit of CPU slows a service down on an idle machine; requests share a busy one fairly',
  },
  {
    test: 'deployment-has-host-podantiaffinity',
    objects: /^Deployment\//,
    summary: 'Deployment does not have a host podAntiAffinity set',
    reason: 'topologySpreadConstraints spread the pods over machines and zones',
  },
  {
    test: 'deployment-replicas',
    objects: /^Deployment\/(ledger|subscriptions|webhooks)$/,
    summary: 'Deployment few replicas',
    reason: 'KEDA scales them, from two pods up; kube-score knows HorizontalPodAutoscalers only',
  },
  {
    test: 'networkpolicy-targets-pod',
    objects: /^NetworkPolicy\/(.*-db|postgres-to-backups|operations-to-postgres|engines-to-api-server)$/,
    summary: "The NetworkPolicys selector doesn't match any pods",
    reason: 'CloudNativePG makes the pods of PostgreSQL',
  },
  {
    test: 'networkpolicy-targets-pod',
    objects: /^NetworkPolicy\/(kafka-cluster|(keda|operations|history|public-events)-to-kafka)$/,
    summary: "The NetworkPolicys selector doesn't match any pods",
    reason: 'Strimzi makes the pods of Kafka',
  },
  {
    test: 'cronjob-has-deadline',
    objects: /^CronJob\/operations$/,
    summary: 'The CronJob should have startingDeadlineSeconds configured',
    reason: 'it is suspended: a template of jobs that people make, which is never late',
  },
  {
    test: 'container-security-context-user-group-id',
    objects: /^StatefulSet\/redis$/,
    summary: 'The container is running with a low user ID',
    reason: "999 is the user of Valkey's image",
  },
  {
    test: 'container-security-context-user-group-id',
    objects: /^StatefulSet\/redis$/,
    summary: 'The container running with a low group ID',
    reason: "999 is the group of Valkey's image",
  },
  {
    test: 'statefulset-has-servicename',
    objects: /^StatefulSet\/redis$/,
    summary: 'StatefulSet does not have a valid serviceName',
    reason: 'nobody calls its one pod by a name of its own, for which alone the service would be headless',
  },
];

/** The findings of what `kube-score score --output-format json` prints. */
export function scoreFindings(json: string): readonly ScoreFinding[] {
  const scored = JSON.parse(json) as readonly {
    readonly type_meta: { readonly kind: string };
    readonly object_meta: { readonly name: string };
    readonly checks: readonly {
      readonly check: { readonly id: string };
      readonly grade: number;
      readonly skipped: boolean;
      readonly comments: readonly { readonly summary: string }[] | null;
    }[];
  }[];
  const best = 10;
  return scored.flatMap(({ type_meta: { kind }, object_meta: { name }, checks }) =>
    checks
      .filter(({ grade, skipped }) => !skipped && grade < best)
      .flatMap(({ check, comments }) =>
        (comments ?? [{ summary: 'no comment' }]).map(({ summary }) => ({
          test: check.id,
          object: `${kind}/${name}`,
          summary,
        })),
      ),
  );
}

/** The findings that are not by design, and what is by design and was not found. */
export function scoreProblems(
  findings: readonly ScoreFinding[],
  meant: readonly ByDesign[] = byDesign,
): readonly string[] {
  const covers = ({ test, objects, summary }: ByDesign, finding: ScoreFinding): boolean =>
    finding.test === test && finding.summary === summary && objects.test(finding.object);
  return [
    ...findings
      .filter((finding) => !meant.some((entry) => covers(entry, finding)))
      .map(({ test, object, summary }) => `${object}: ${summary} (${test})`),
    ...meant
      .filter((entry) => !findings.some((finding) => covers(entry, finding)))
      .map(({ test, objects }) => `by design, but not found any more: ${test} of ${objects.source}`),
  ];
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { differingJars, readPins } from '../src/infra/artifacts';
import { toolsDir } from '../src/workspace';

const read = (file: string): string => readFileSync(join(toolsDir, 'kafka', file), 'utf8');
const hash = 'a'.repeat(64);
const pins = readPins(`${hash}  org/apache/kafka/kafka-clients/4.3.1/kafka-clients-4.3.1.jar\n`);

describe('The jars of Apache Kafka', () => {
  it('are pinned by their coordinates and hashes', () => {
    expect(pins).toEqual([
      { coordinates: 'org.apache.kafka:kafka-clients:4.3.1', file: 'kafka-clients-4.3.1.jar', hash },
    ]);
  });

  it('are refused when one is missing, another file or not pinned', () => {
    const file = 'kafka-clients-4.3.1.jar';
    expect(differingJars(pins, new Map([[file, hash]]))).toEqual([]);
    expect(differingJars(pins, new Map([[file, 'b'.repeat(64)]]))).toEqual([file]);
    expect(differingJars(pins, new Map([['other.jar', hash]]))).toEqual([file, 'other.jar']);
  });

  it('are pinned in the versions that the pom asks of Maven', () => {
    const asked = [...read('pom.xml').matchAll(/<artifactId>(.+)<\/artifactId>\s*<version>(.+\..+)<\/version>/g)];
    const pinned = readPins(read('jars.sha256')).map(({ file }) => file);
    expect(asked).toHaveLength(2);
    expect(pinned).toEqual(
      expect.arrayContaining(asked.map(([, name = '', version = '']) => `${name}-${version}.jar`)),
    );
  });
});

// Reads single settings by name and type, and collects a sentence for each one that is wrong.

export type SettingReader = ReturnType<typeof settingReader>;

type Range = { fallback: number; min: number; max: number };

export const settingReader = (env: NodeJS.ProcessEnv) => {
  const problems: string[] = [];
  const refuse = (sentence: string): void => void (problems.includes(sentence) || problems.push(sentence));

  /** An empty setting counts as unset, as in the lines of .env.example. */
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;

  const decimal = (name: string, { fallback, min, max }: Range): number => {
    const given = text(name);
    if (given === undefined) return fallback;
    const value = /^\d{1,15}(\.\d{1,6})?$/.test(given) ? Number(given) : Number.NaN;
    if (value >= min && value <= max) return value;
    refuse(`${name} must be a number from ${min} to ${max}, not "${given}".`);
    return fallback;
  };

  const integer = (name: string, range: Range): number => {
    const given = text(name);
    if (given === undefined || /^\d+$/.test(given)) return decimal(name, range);
    refuse(`${name} must be a whole number from ${range.min} to ${range.max}, not "${given}".`);
    return range.fallback;
  };

  const oneOf = <Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice => {
    const given = text(name);
    if (given === undefined) return fallback;
    const choice = choices.find((each) => each === given);
    if (choice === undefined) refuse(`${name} must be one of ${choices.join(', ')}, not "${given}".`);
    return choice ?? fallback;
  };

  /** A wrong address is not repeated in the sentence, because it may contain a password. */
  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const given = text(name);
    if (given === undefined) return undefined;
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given;
    // A password with a / or a # is the usual reason; that the address begins as it should, its operator sees.
    if (protocols.some((each) => given.startsWith(`${each}//`)))
      refuse(
        `${name} cannot be read as an address: look at its port, and in the user and the password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25.`,
      );
    else refuse(`${name} must be an address that begins with ${protocols.map((each) => `${each}//`).join(' or ')}.`);
    return undefined;
  };

  /** An address or a name to listen at, without a port. */
  const host = (name: string, fallback: string): string => {
    const given = text(name) ?? fallback;
    if (URL.canParse(`http://${hostInUrl(given)}:80`)) return given;
    refuse(`${name} must be an address or a name of this machine, such as ${fallback}, without a port.`);
    return fallback;
  };

  /** Addresses separated by commas; none of them if one is wrong. */
  const urls = (name: string, protocols: readonly string[]): string[] => {
    const given = (text(name) ?? '').split(',').flatMap((each) => each.trim() || []);
    if (given.every((each) => URL.canParse(each) && protocols.includes(new URL(each).protocol))) return given;
    const begins = protocols.map((each) => `${each}//`).join(' or ');
    refuse(`${name} must be one address or several with commas between them, each beginning with ${begins}.`);
    return [];
  };

  const json = (name: string): unknown => {
    const given = text(name);
    if (given === undefined) return undefined;
    try {
      return JSON.parse(given);
    } catch {
      return Number.NaN;
    }
  };

  /** Settings that only make sense together: all of them, or none. */
  const group = <Key extends string>(names: Record<Key, string>): Record<Key, string> | undefined => {
    const wanted = Object.entries<string>(names);
    const missing = wanted.filter(([, name]) => text(name) === undefined).map(([, name]) => name);
    if (missing.length === wanted.length) return undefined;
    if (missing.length > 0) {
      const present = wanted.map(([, name]) => name).filter((name) => !missing.includes(name));
      refuse(`${present.join(' and ')} also ${present.length > 1 ? 'need' : 'needs'} ${missing.join(' and ')}.`);
      return undefined;
    }
    return Object.fromEntries(wanted.map(([key, name]) => [key, text(name)])) as Record<Key, string>;
  };

  return { problems, refuse, text, decimal, integer, oneOf, url, host, urls, json, group };
};

/** An address of IPv6 stands in brackets there, and without its zone, which means something on this machine alone. */
export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host.split('%', 1)[0]}]` : host);

/** Only this machine can reach it. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);

/** The host of an address, with brackets around IPv6, under which a machine finds only itself. */
export const isLoopbackName = (hostname: string): boolean =>
  isLoopbackHost(hostname.replace(/^\[|\]$/g, '')) || hostname.endsWith('.localhost');

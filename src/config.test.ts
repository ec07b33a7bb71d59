/** Settings: every problem at once, nothing unsafe accepted. */
import { describe, expect, it } from 'vitest';
import { ConfigurationProblems, readConfig } from './config.ts';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationProblems) return error.problems;
    throw error;
  }
  return [];
};

describe('the settings', () => {
  it('start a demo on this machine with nothing given', () => {
    expect(readConfig({})).toMatchObject({ mode: 'demo', PORT: 8080, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
    expect(readConfig({ PORT: '' })).toMatchObject({ PORT: 8080 });
  });

  it('never let the demo listen beyond this machine', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([expect.stringContaining('HOST')]);
  });

  it('name every problem of a demo at once', () => {
    expect(problemsOf({ PORT: 'eighty', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' })).toHaveLength(3);
  });

  it('refuse production with every missing part named', () => {
    const problems = problemsOf({
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://insecure.example.com',
      APP_SECRET: 'c2hvcnQ=',
    });
    for (const name of ['PUBLIC_URL', 'APP_SECRET', 'DATABASE_URL is missing', 'OIDC_ISSUER is missing']) {
      expect(problems.join('\n')).toContain(name);
    }
  });

  it('refuse production even when every known setting is right, because adapters are missing', () => {
    const problems = problemsOf({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://fascicolo.example.com',
      DATABASE_URL: 'postgres://localhost/fascicolo',
      APP_SECRET: Buffer.alloc(32, 7).toString('base64'),
      OIDC_ISSUER: 'https://idp.example.com',
      OIDC_CLIENT_ID: 'fascicolo',
      OIDC_CLIENT_SECRET: 'x',
    });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every((problem) => problem.includes('no production adapter'))).toBe(true);
  });
});

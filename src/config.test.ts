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

  it('take another tools service into the demo, with its credentials', () => {
    const tools = { TOOLS_URL: 'https://tools.example.com', TOOLS_TOKEN: 'segreto' };
    expect(readConfig({ ...tools, TOOLS_TEST: 'true' })).toMatchObject({ ...tools, TOOLS_TEST: true });
    expect(readConfig({})).toMatchObject({ TOOLS_TEST: false });
    expect(problemsOf({ TOOLS_URL: 'https://tools.example.com' })).toEqual(['TOOLS_TOKEN is missing']);
    expect(problemsOf({ TOOLS_TOKEN: 'segreto' })).toEqual(['TOOLS_URL is missing']);
  });

  it('frame a video player only where the video’s identifier has a place in its address', () => {
    const VIDEO_PLAYER_URL = 'https://player.example.com/{id}?dnt=1';
    expect(readConfig({ VIDEO_PLAYER_URL })).toMatchObject({ VIDEO_PLAYER_URL });
    for (const wrong of [
      'https://player.example.com/',
      'https://{id}.example.com/',
      'ftp://example.com/{id}',
      '{id}',
    ]) {
      expect(problemsOf({ VIDEO_PLAYER_URL: wrong }), wrong).toEqual([expect.stringContaining('VIDEO_PLAYER_URL')]);
    }
    const production = problemsOf({ NODE_ENV: 'production', VIDEO_PLAYER_URL: 'http://player.example.com/{id}' });
    expect(production).toContainEqual(expect.stringContaining('VIDEO_PLAYER_URL'));
  });

  it.each<Record<string, string>>([
    { TOOLS_URL: 'ftp://tools.example.com' },
    { TOOLS_URL: 'tools.example.com' },
    { TOOLS_URL: 'https://me:segreto@tools.example.com' },
    { TOOLS_URL: 'https://tools.example.com/?token=segreto' },
    { TOOLS_TOKEN: 'due parole' },
    { TOOLS_TOKEN: 'a\r\nx-other: b' },
    { TOOLS_TEST: 'forse' },
  ])('refuse %j', (wrong) => {
    const tools = { TOOLS_URL: 'https://tools.example.com', TOOLS_TOKEN: 'segreto' };
    const problems = problemsOf({ ...tools, ...wrong });
    expect(problems).toEqual([expect.stringContaining(Object.keys(wrong)[0] ?? '')]);
    expect(problems.join()).not.toContain('segreto');
  });

  it('refuse production with every missing part named', () => {
    const problems = problemsOf({
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://insecure.example.com',
      APP_SECRET: 'c2hvcnQ=',
    });
    for (const name of [
      'PUBLIC_URL',
      'APP_SECRET',
      'DATABASE_URL is missing',
      'OIDC_ISSUER is missing',
      'TOOLS_URL is missing',
    ]) {
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
      TOOLS_URL: 'https://tools.example.com/api',
      TOOLS_TOKEN: 'segreto',
    });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every((problem) => problem.includes('no production adapter'))).toBe(true);
  });
});

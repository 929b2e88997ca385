import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textOf } from './files'

/* The units of docs/operating.md: shut away as far as bubblewrap, which they start, and V8 allow. */

const MOST_EXPOSED = 3

const settingsOf = (unit: string): Map<string, string> =>
  new Map([...textOf(`docs/${unit}`).matchAll(/^([A-Z]\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

const hasSystemd = (() => {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test.skipIf(!hasSystemd).each(['doorstep.service', 'doorstep-backup.service'])(
  '%s is exposed less than systemd’s measure of 3',
  (unit) => {
    const path = join(import.meta.dirname, '../../docs', unit)
    const said = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path]).toString()
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(said) ?? []
    expect(Number(exposure)).toBeLessThan(MOST_EXPOSED)
  },
)

test('the server’s unit forbids nothing that bubblewrap, LibreOffice and V8 need', () => {
  const settings = settingsOf('doorstep.service')
  expect(settings.get('RestrictNamespaces')?.split(' ').toSorted()).toEqual(
    ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'user', 'uts'], // --unshare-all
  )
  expect(settings.get('RestrictAddressFamilies')).toContain('AF_NETLINK') // the sandbox's own loopback
  expect(textOf('docs/doorstep.service')).toContain('SystemCallFilter=@system-service @mount')
  // What covers a part of /proc lets nobody below mount another.
  const breaking = [
    'MemoryDenyWriteExecute',
    'ProcSubset',
    'ProtectKernelTunables',
    'ProtectKernelLogs',
    'ProtectHostname',
  ]
  expect(breaking.filter((name) => settings.has(name))).toEqual([])
})

test('the backup’s unit runs the script as the same user, and the timer starts it', () => {
  const [server, backup] = [settingsOf('doorstep.service'), settingsOf('doorstep-backup.service')]
  for (const name of ['User', 'WorkingDirectory', 'EnvironmentFile', 'Environment'])
    expect(backup.get(name), name).toBe(server.get(name))
  expect(textOf('docs/doorstep-backup.sh').split('\n')[1]).toContain(backup.get('ExecStart') ?? 'nothing')
  expect(settingsOf('doorstep-backup.timer').get('Persistent')).toBe('true')
})

// The two ways to the host: over the socket of the warm one, and by a process where that fails.

const PATIENCE_MS = 3000 // a warm answer takes some milliseconds; past this, a process is asked
const PROCESS_MS = 30000 // as in hooks/hooks.json
const ADDRESS_MS = 600000 // the first set-up may be under way; no call waits for it
const ASK_AGAIN_MS = 30000 // where no warm host came up

// Returns what is known of the host; `options` are the plugin's, "" where one is not set.
export function hostOf(options) {
  const set = Object.entries(options ?? {}).filter(([, value]) => value !== '')
  const variables = set.map(([name, value]) => [`CLAUDE_PLUGIN_OPTION_${name.toUpperCase()}`, String(value)])
  return {
    options,
    variables: Object.fromEntries(variables),
    address: undefined, // where the warm host listens, as `tidegate host address` says it
    tests: undefined, // the crude tests of the slices that are on, from the same answer
    asked: 0, // when the address was asked for
    isAsking: false,
  }
}

// Returns the folder of tidegate: this plugin lies in its hooks/mod.
export function rootOf(plugin) {
  return plugin.replace(/\/hooks\/mod\/?$/, '')
}

// Returns what the host says about the event, in the words of a hook's answer; throws without one.
export async function ask($, host, event) {
  const text = JSON.stringify(event)
  const printed = (await posted($, host, text)) ?? (await run($, host, text))
  const { hookSpecificOutput, systemMessage } = printed.trim() === '' ? {} : JSON.parse(printed)
  if (systemMessage !== undefined) $.ui.log(systemMessage)
  return hookSpecificOutput ?? {}
}

// Returns what the warm host answers, or undefined where it does not.
async function posted($, host, text) {
  const { address } = host
  if (address === undefined) return undefined
  const over = new AbortController()
  try {
    const response = await Promise.race([
      $.http.fetch(`http://tidegate/claude-code/${address.place}`, {
        method: 'POST',
        body: `${address.asker}\n${text}`,
        socketPath: address.socket,
      }),
      $.clock.sleep(PATIENCE_MS, { signal: over.signal }),
    ])
    if (response?.status === 200) return response.text
  } catch {
    // nobody listens there any more, or it ended before it answered
  } finally {
    over.abort()
  }
  host.address = undefined
  host.asked = 0
  return undefined
}

// Asks as the hook of hooks/hooks.json does, by a process; it starts the warm host too.
async function run($, host, text) {
  const root = rootOf($.plugin.root)
  const env = { ...(await hookEnvironment($)), ...host.variables }
  const done = await $.process.run([`${root}/bin/tidegate-hook`, 'claude-code'], {
    stdin: text,
    env,
    timeoutMs: PROCESS_MS,
  })
  void learn($, host, root, env)
  if (done.exitCode === 2) return JSON.stringify(blocked(done.stderr))
  if (done.exitCode !== 0) throw new Error(`the hook entry ended with ${done.exitCode}`)
  return done.stdout
}

async function hookEnvironment($) {
  try {
    return await $.process.hookEnv()
  } catch { // a client that is older than this call
    return { CLAUDE_PLUGIN_ROOT: $.plugin.root }
  }
}

// Learns where the warm host listens; nobody waits for it.
async function learn($, host, root, env) {
  if (host.isAsking || Date.now() - host.asked < ASK_AGAIN_MS) return
  host.isAsking = true
  host.asked = Date.now()
  try {
    const done = await $.process.run([`${root}/bin/tidegate`, 'host', 'address'], { env, timeoutMs: ADDRESS_MS })
    if (done.exitCode === 0) {
      host.address = JSON.parse(done.stdout)
      host.tests = host.address.last_resort
    }
  } catch {
    // the next call is answered by a process again
  } finally {
    host.isAsking = false
  }
}

function blocked(reason) {
  return { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: reason } }
}

// The last resort, where neither way to the host gave an answer: each slice's crude test, as
// host/crude.py makes it. The data is the host's own, or what shipped.js holds until it was asked.

import { FOLDER, TESTS } from './shipped.js'

const LONGEST = 256 * 1024 // CRUDE_MAX_CHARS
const NAME = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u

// Returns the reasons of all slices that are on and that the command hits, or undefined; `root` is
// the folder of tidegate.
export function denied(command, host, root) {
  const tests = host.tests ?? TESTS.filter(test => host.options?.[test.name] !== false)
  const reasons = tests.filter(test => hits(test, command)).map(test => test.reason.replaceAll(FOLDER, root))
  return reasons.length === 0 ? undefined : reasons.join('\n\n')
}

export function hits(test, command) {
  if (!test.all_of.every(text => command.includes(text))) return false
  if (test.first_words.length === 0) return test.all_of.length > 0
  if (test.without.some(text => command.includes(text)) || [...command].length > LONGEST) return false
  const entries = test.first_words.map(entry => entry.split(' '))
  const told = parts(command).filter(words => !changesFolder(words) && !onlyAssigns(words))
  return told.length > 0 && told.every(words => begins(entries, words))
}

function changesFolder(words) {
  return words[0] === 'cd' && words.slice(1).filter(word => word !== '--').length <= 1
}

function onlyAssigns(words) {
  return words.every(word => word.includes('=') && NAME.test(word.slice(0, word.indexOf('='))))
}

function begins(entries, words) {
  const first = words.findIndex(word => word !== 'command')
  if (first < 0) return false
  const plain = [words[first].slice(words[first].lastIndexOf('/') + 1), ...words.slice(first + 1)]
  return entries.some(entry => entry.length < plain.length && entry.every((word, at) => word === plain[at]))
}

// Returns the words of each part that is not empty, quotes and backslashes taken off.
function parts(command) {
  const text = command.replaceAll('\\\n', '')
  const found = []
  let words = []
  let word
  let quote = ''
  const add = letters => { word = (word ?? '') + letters }
  const endWord = () => { if (word !== undefined) words.push(word); word = undefined }
  const endPart = () => { endWord(); if (words.length > 0) found.push(words); words = [] }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    const following = text[at + 1] ?? ''
    if (quote !== '') {
      if (letter === quote) quote = ''
      else if (letter === '\\' && quote === '"' && following !== '' && '"\\$`'.includes(following)) { add(following); at += 1 }
      else add(letter)
    } else if (letter === "'" || letter === '"') { quote = letter; add('') }
    else if (letter === '\\') { add(following); at += 1 }
    else if (letter === '#' && word === undefined) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end - 1
    } else if (';&|\n'.includes(letter)) endPart()
    else if (' \t\r'.includes(letter)) endWord()
    else add(letter)
  }
  endPart()
  if (quote !== '') found.push(['"']) // an open quote: no shell would run it, and no program is named so
  return found
}

import { registry } from './registry.js'

console.log(await registry.dispatch('tasks/add', { title: 'Water the plants' }))
console.log(await registry.dispatch('tasks/list', {}))

/** Names by the language a household prefers; others take from the English list. */
interface NameList {
  readonly female: readonly string[]
  readonly male: readonly string[]
  readonly last: readonly string[]
}

const english: NameList = {
  female: [
    'Aisha', 'Alice', 'Amy', 'Angela', 'Beverley', 'Caroline', 'Charlotte', 'Chloë', 'Christine', 'Deborah', 'Denise',
    'Doreen', 'Elaine', 'Elizabeth', 'Emily', 'Emma', 'Gillian', 'Grace', 'Hannah', 'Irene', 'Jacqueline', 'Janet',
    'Jean', 'Jessica', 'Joan', 'Josephine', 'Joyce', 'Karen', 'Kayleigh', 'Laura', 'Lesley', 'Linda', 'Lucy', 'Margaret',
    'Maureen', 'Megan', 'Natalie', 'Nicola', 'Pamela', 'Patricia', 'Rachel', 'Renée', 'Rosemary', 'Ruth', 'Sarah',
    'Shanice', 'Sharon', 'Sheila', 'Sophie', 'Stacey', 'Susan', 'Tracey', 'Valerie', 'Yvonne', 'Zoë',
  ],
  male: [
    'Adam', 'Alan', 'Andrew', 'Anthony', 'Ben', 'Brian', 'Callum', 'Colin', 'Connor', 'Daniel', 'Darren', 'David',
    'Dennis', 'Derek', 'Edward', 'Gary', 'Geoffrey', 'George', 'Graham', 'Harry', 'Ian', 'Jack', 'James', 'Jason',
    'Jerome', 'John', 'Keith', 'Kenneth', 'Kevin', 'Lee', 'Leon', 'Liam', 'Mark', 'Martin', 'Matthew', 'Michael',
    'Nathan', 'Neil', 'Nigel', 'Patrick', 'Paul', 'Peter', 'Philip', 'Raymond', 'Richard', 'Robert', 'Ronald', 'Ryan',
    'Simon', 'Stephen', 'Stuart', 'Thomas', 'Trevor', 'Wayne', 'William',
  ],
  last: [
    'Adams', 'Allen', 'Armstrong', 'Atkinson', 'Bailey', 'Baker', 'Barnes', 'Barrett', 'Bennett', 'Booth', 'Brown',
    'Butler', 'Campbell', 'Carter', 'Chapman', 'Clark', 'Cole', 'Collins', 'Cooper', 'Cox', 'Crawshaw', 'D’Arcy',
    'Dawson', 'Dixon', 'Edwards', 'Fisher', 'Foster', 'Fox', 'Gibson', 'Gordon', 'Graham', 'Green', 'Hall', 'Harrison',
    'Hayes', 'Hill', 'Holmes', 'Hughes', 'Hunt', 'Jackson', 'Johnson', 'Kelly', 'Kennedy', 'King', 'Knight', 'Lawson',
    'Lee', 'Marshall', 'Mason', 'Matthews', 'McDonald', 'Mills', 'Mitchell', 'Moore', 'Murphy', "O'Brien", "O'Connor",
    "O'Neill", 'Palmer', 'Parker', 'Pearson', 'Porter', 'Reid', 'Richardson', 'Robinson', 'Rogers', 'Russell', 'Saunders',
    'Scott', 'Shaw', 'Simpson', 'Smith', 'Spencer', 'Stevens', 'Stone', 'Taylor', 'Thompson', 'Turner', 'Walker', 'Ward',
    'Watson', 'Webb', 'White', 'Wilkinson', 'Williamson', 'Wilson', 'Wood', 'Wright', 'Young', 'Smith-Hargreaves',
  ],
}

const NAMES: Readonly<Record<string, NameList>> = {
  en: english,
  cy: {
    female: [
      'Angharad', 'Bethan', 'Branwen', 'Carys', 'Catrin', 'Ceridwen', 'Elen', 'Eleri', 'Ffion', 'Gwenllian', 'Heledd',
      'Lowri', 'Mair', 'Mared', 'Megan', 'Menna', 'Nerys', 'Nia', 'Non', 'Rhiannon', 'Siân', 'Siwan', 'Tegwen',
    ],
    male: [
      'Alun', 'Aled', 'Bryn', 'Dafydd', 'Deiniol', 'Elis', 'Emyr', 'Gareth', 'Geraint', 'Gruffudd', 'Gwilym', 'Hywel',
      'Idris', 'Ieuan', 'Ifan', 'Iwan', 'Llŷr', 'Llywelyn', 'Owain', 'Rhodri', 'Rhys', 'Siôn', 'Tomos', 'Tudur', 'Wyn',
    ],
    last: [
      'ap Dafydd', 'ap Rhys', 'Bowen', 'Davies', 'Edwards', 'Ellis', 'Evans', 'Griffiths', 'Gwyn', 'Hopkins', 'Howells',
      'Hughes', 'Huws', 'James', 'Jenkins', 'John', 'Jones', 'Lewis', 'Lloyd', 'Llwyd', 'Meredith', 'Morgan', 'Morris',
      'Owen', 'Parry', 'Powell', 'Price', 'Prydderch', 'Pugh', 'Rees', 'Richards', 'Roberts', 'Thomas', 'Vaughan', 'Wyn-Jones',
    ],
  },
  pl: {
    female: ['Agnieszka', 'Anna', 'Ewa', 'Katarzyna', 'Małgorzata', 'Monika', 'Zofia'],
    male: ['Andrzej', 'Jakub', 'Krzysztof', 'Łukasz', 'Marek', 'Michał', 'Piotr', 'Tomasz'],
    last: ['Dąbrowska', 'Kaczmarek', 'Kowalczyk', 'Nowak', 'Szymczak', 'Walczak', 'Wójcik', 'Wróbel'],
  },
  ur: {
    female: ['Amina', 'Ayesha', 'Fatima', 'Nadia', 'Noreen', 'Rukhsana', 'Saima', 'Zainab'],
    male: ['Ahmed', 'Asif', 'Bilal', 'Imran', 'Kashif', 'Mohammed', 'Tariq', 'Usman'],
    last: ['Ahmed', 'Akhtar', 'Ali', 'Begum', 'Hussain', 'Iqbal', 'Khan', 'Mahmood', 'Malik', 'Shah'],
  },
  pa: {
    female: ['Gurpreet', 'Harjit', 'Jaspreet', 'Manjit', 'Simran'],
    male: ['Amarjit', 'Balwinder', 'Gurdeep', 'Harpreet', 'Jagdeep'],
    last: ['Dhaliwal', 'Gill', 'Kaur', 'Sandhu', 'Sidhu', 'Singh'],
  },
  ro: {
    female: ['Andreea', 'Elena', 'Ioana', 'Mihaela', 'Ștefania'],
    male: ['Alexandru', 'Andrei', 'Florin', 'Ionuț', 'Ștefan'],
    last: ['Constantin', 'Dumitrescu', 'Ionescu', 'Munteanu', 'Popescu', 'Țurcanu'],
  },
  ar: {
    female: ['Amal', 'Hala', 'Layla', 'Mariam', 'Rania'],
    male: ['Hassan', 'Khaled', 'Omar', 'Samir', 'Yusuf'],
    last: ['Abdullah', 'Al-Masri', 'Haddad', 'Ibrahim', 'Mansour', 'Saleh'],
  },
  pt: {
    female: ['Ana', 'Conceição', 'Inês', 'Joana', 'Lúcia'],
    male: ['António', 'João', 'Luís', 'Rui', 'Sérgio'],
    last: ['Araújo', 'Costa', 'D’Souza', 'Fernandes', 'Gonçalves', 'Simões'],
  },
}

/** The names that people of a language have. */
export const namesFor = (language: string): NameList => NAMES[language] ?? english
